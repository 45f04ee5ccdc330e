/**
 * Series of a range query's answer, as Prometheus and what speaks its API write it.
 */

import type { TraceProblem } from '../../text/problem.ts';
import { addMissing, emptySeries, nameOf, placeOfMark, type Series, type SeriesRead } from './series.ts';

/** Whether a text is an answer of Prometheus, or Grafana's record of one: JSON of one document. */
export function isQueryAnswer(text: string): boolean {
  return /^\s*(\{\s*"(status|data|resultType|result|results|metric|values|request)"|\[\s*\{\s*"(metric|values)")/.test(
    text.slice(0, 2_000),
  );
}

/**
 * The series of a range query (`resultType: matrix`): the whole answer, its `data`, or the bare list of its series. An
 * answer of another kind is an error that says what to query. The text is read sample by sample, so a file of hundreds
 * of megabytes needs memory for its numbers only.
 */
export function prometheusSeries(text: string): SeriesRead {
  const answer = new Answer(text);
  try {
    answer.read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { series: [], time: null, problems: [error.problem] };
  }
  return { series: answer.series, time: null, problems: [] };
}

/** Ends the reading of a text, with the problem. */
class Unreadable extends Error {
  readonly problem: TraceProblem;

  constructor(text: string, mark: number, code: string, message: string) {
    super(message);
    this.problem = { ...placeOfMark(text, mark), code, message, severity: 'error' };
  }
}

const rangeQuery = '/api/v1/query_range?query=...&start=...&end=...&step=1m';
const sample = /\s*\[\s*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*,\s*"([^"\\]*)"\s*\]\s*(,?)/iy;
const literal = /(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/iy;
const quoted = /"(?:[^"\\]|\\.)*"/sy;
const blank = /\s*/y;

class Answer {
  readonly series: Series[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    if (this.#peek() === '[') this.#list(() => this.#oneSeries());
    else this.#answer();
    if (this.#peek() !== undefined) this.#fail('expected the end of the answer');
  }

  /** The answer, or its `data`. */
  #answer(): void {
    this.#map((key, mark) => {
      if (key === 'data' && this.#peek() === '{') this.#answer();
      else if (key === 'result') this.#result(mark);
      else if (key === 'results' || key === 'request')
        this.#refuse(mark, "this is Grafana's own record of a query", 'in Grafana choose Inspect, Data, Download CSV');
      else {
        const from = this.#at;
        this.#skip();
        const value = this.#text.slice(from, this.#at).trim();
        if (key === 'error') this.#refuse(mark, `the query failed: ${value.slice(0, 200)}`, 'repeat it');
        if (key === 'resultType' && value !== '"matrix"')
          this.#refuse(
            mark,
            `expected a range query, whose resultType is "matrix", found ${value.slice(0, 40)}`,
            `query ${rangeQuery}`,
          );
      }
    });
  }

  #result(mark: number): void {
    if (this.#peek() !== '[') this.#fail('expected a list of series');
    this.#list(() => this.#oneSeries());
    if (this.series.length === 0) this.#refuse(mark, 'the query found no series', 'look at its name, labels and times');
  }

  #oneSeries(): void {
    const start = this.#at;
    if (this.#peek() !== '{') this.#fail(`expected a series with its samples, as a range query has it (${rangeQuery})`);
    let labels: ReadonlyMap<string, string> = new Map();
    const samples = emptySeries('{}', labels);
    this.#map((key, mark) => {
      if (key === 'metric') labels = this.#labels();
      else if (key === 'values') this.#samples(samples);
      else if (key === 'value')
        this.#refuse(
          mark,
          'expected a range query, found an instant query with one value a series',
          `query ${rangeQuery}`,
        );
      else if (key === 'histograms' || key === 'histogram')
        this.#refuse(mark, 'expected numbers, found native histograms', 'query histogram_count(rate(NAME[5m]))');
      else this.#skip();
    });
    if (samples.at.length + samples.missing === 0 && this.#text.indexOf('"values"', start) === -1)
      this.#fail('expected values of the series');
    this.series.push({ ...samples, name: nameOf(labels), labels });
  }

  #labels(): ReadonlyMap<string, string> {
    const labels = new Map<string, string>();
    if (this.#peek() !== '{') this.#fail('expected labels');
    this.#map((key) => {
      if (this.#peek() !== '"') this.#fail('expected a label as text');
      labels.set(key, this.#string());
    });
    return labels;
  }

  #samples(series: Series): void {
    if (this.#peek() !== '[') this.#fail('expected a list of samples');
    this.#at += 1;
    if (this.#peek() === ']') {
      this.#at += 1;
      return;
    }
    for (let isMore = true; isMore; ) {
      sample.lastIndex = this.#at;
      const found = sample.exec(this.#text);
      if (found === null) {
        this.#peek();
        this.#fail('expected a sample such as [1767225600,"12.5"]');
      }
      const [whole, stamp, value = '', comma] = found;
      const mark = this.#at + whole.indexOf('[');
      const number = value.trim() === '' ? Number.NaN : Number(value);
      if (!Number.isFinite(number) && !/^([+-]?inf|nan)$/i.test(value))
        this.#refuse(mark, `expected a number, found '${value.slice(0, 40)}'`, 'export the query again');
      if (!Number.isFinite(number)) addMissing(series, mark);
      else {
        series.at.push(Math.round(Number(stamp) * 1_000));
        series.values.push(number);
        series.marks.push(mark);
      }
      this.#at += whole.length;
      isMore = comma === ',';
    }
    if (this.#peek() !== ']') this.#fail('expected a comma or the end of the samples');
    this.#at += 1;
  }

  #map(each: (key: string, mark: number) => void): void {
    this.#sequence('{', '}', () => {
      if (this.#peek() !== '"') this.#fail('expected a key');
      const mark = this.#at;
      const key = this.#string();
      if (this.#peek() !== ':') this.#fail("expected ':'");
      this.#at += 1;
      this.#peek();
      each(key, mark);
    });
  }

  #list(each: () => void): void {
    this.#sequence('[', ']', each);
  }

  #sequence(open: string, close: string, each: () => void): void {
    if (this.#peek() !== open) this.#fail(`expected '${open}'`);
    this.#at += 1;
    if (this.#peek() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#peek();
      each();
      const next = this.#peek();
      if (next !== ',' && next !== close) this.#fail(`expected ',' or '${close}'`);
      this.#at += 1;
      if (next === close) return;
    }
  }

  #skip(depth = 0): void {
    const next = this.#peek();
    if (depth > 50) this.#fail('expected fewer levels of JSON');
    if (next === '{') this.#map(() => this.#skip(depth + 1));
    else if (next === '[') this.#list(() => this.#skip(depth + 1));
    else if (next === '"') this.#string();
    else if (!this.#matches(literal)) this.#fail('expected JSON');
  }

  #string(): string {
    const from = this.#at;
    if (!this.#matches(quoted)) this.#fail('expected a text that ends');
    try {
      return String(JSON.parse(this.#text.slice(from, this.#at)));
    } catch {
      this.#at = from;
      return this.#fail('expected a text of JSON');
    }
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  /** The next character that is no space; undefined at the end. */
  #peek(): string | undefined {
    this.#matches(blank);
    return this.#text[this.#at];
  }

  #fail(expected: string): never {
    const isEnd = this.#at >= this.#text.length;
    const found = isEnd
      ? 'the end of the file: is it whole?'
      : `'${this.#text.slice(this.#at, this.#at + 20).split('\n')[0]}'`;
    throw new Unreadable(this.#text, this.#at, 'bad-json', `${expected}, found ${found}`);
  }

  #refuse(mark: number, what: string, advice: string): never {
    throw new Unreadable(this.#text, mark, 'bad-query', `${what}: ${advice}`);
  }
}
