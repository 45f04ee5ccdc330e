/**
 * A run on the page: what the parts of the page know of it, and how they move in it.
 */
import type { Instant } from '../../engine/time.ts';
import type { Navigation, TimeRange } from '../../web/view/view.ts';
import type { RanScenario } from '../protocol.ts';
import type { EngineClient } from './engineClient.ts';
import type { Transport } from './transport.ts';
import type { Watched } from './watched.ts';

/** What the reader sees of a run, and ways to move in it. */
export interface ShownRun {
  readonly ran: RanScenario;
  readonly run: TimeRange;
  readonly cursor: Watched<Instant>;
  readonly transport: Transport;
  readonly navigation: Navigation;
  /** Opens the reason of an entry. @param takesFocus absent: true */
  readonly why: (seq: number, takesFocus?: boolean) => Promise<void>;
}

/** What the middle needs of the page. */
export interface TimePaneParts {
  readonly engine: EngineClient;
  /** Shows a message to the reader. */
  readonly say: (message: string) => void;
  /** Puts a changed scenario into the editor. */
  readonly keep: (text: string) => void;
}
