/**
 * What access decisions look at: the records of the org and the state of the platform.
 */
import type { Control } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';

/** The control plane at an instant, with what is. */
export interface Scene {
  readonly control: Control;
  readonly platform: PlatformView;
}
