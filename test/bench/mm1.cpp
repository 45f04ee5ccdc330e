// A bare M/M/1 queue: an event queue and exponential draws, nothing else.
// mm1 CUSTOMERS PER_SECOND MEAN_MS prints nanoseconds of processor time per customer, and the mean sojourn in ms.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <queue>
#include <random>
#include <vector>

struct Event {
  double when;
  int64_t order;
  bool isArrival;
};

struct Later {
  bool operator()(const Event& a, const Event& b) const {
    return a.when != b.when ? a.when > b.when : a.order > b.order;
  }
};

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int64_t customers = atoll(argv[1]);
  const double gap = 1000 / atof(argv[2]), service = atof(argv[3]);
  std::mt19937_64 bits(1);
  std::uniform_real_distribution<double> uniform;
  auto exponential = [&](double mean) { return -mean * std::log(1 - uniform(bits)); };

  std::priority_queue<Event, std::vector<Event>, Later> agenda;
  std::deque<double> line;
  int64_t order = 0, came = 0, left = 0;
  double sojourn = 0;
  const clock_t from = clock();
  agenda.push({exponential(gap), ++order, true});
  while (left < customers) {
    const Event event = agenda.top();
    agenda.pop();
    if (event.isArrival) {
      line.push_back(event.when);
      if (line.size() == 1) agenda.push({event.when + exponential(service), ++order, false});
      if (++came < customers) agenda.push({event.when + exponential(gap), ++order, true});
    } else {
      sojourn += event.when - line.front();
      line.pop_front();
      ++left;
      if (!line.empty()) agenda.push({event.when + exponential(service), ++order, false});
    }
  }
  printf("%.3f %.3f\n", 1e9 * (clock() - from) / CLOCKS_PER_SEC / customers, sojourn / customers);
}
