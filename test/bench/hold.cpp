// The hold model over std::priority_queue: take the least event, add one at its instant plus an increment.
// hold FILE PENDING WARMUP HOLDS prints nanoseconds of processor time per hold; FILE holds the increments as doubles, taken in a circle.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <queue>
#include <vector>

struct Event {
  int64_t when, order, what;
};

struct Later {
  bool operator()(const Event& a, const Event& b) const {
    return a.when != b.when ? a.when > b.when : a.order > b.order;
  }
};

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  FILE* file = fopen(argv[1], "rb");
  if (file == nullptr) return 5;
  std::vector<int64_t> increments;
  for (double increment; fread(&increment, sizeof increment, 1, file) == 1;) increments.push_back((int64_t)increment * 16);
  fclose(file);
  const int64_t pending = atoll(argv[2]), warmup = atoll(argv[3]), holds = atoll(argv[4]);

  std::priority_queue<Event, std::vector<Event>, Later> agenda;
  size_t next = 0;
  int64_t order = 0;
  auto increment = [&] {
    if (next == increments.size()) next = 0;
    return increments[next++];
  };
  auto hold = [&](int64_t count) {
    for (int64_t i = 0; i < count; i++) {
      Event event = agenda.top();
      agenda.pop();
      agenda.push({event.when + increment(), ++order, event.what});
    }
  };
  for (int64_t i = 0; i < pending; i++) agenda.push({increment(), ++order, i * 64});
  hold(warmup);
  const clock_t from = clock();
  hold(holds);
  const clock_t until = clock();
  printf("%.3f %lld\n", 1e9 * (until - from) / CLOCKS_PER_SEC / holds, (long long)agenda.top().when);
}
