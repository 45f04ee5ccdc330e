/** The end of a finding that holds in other locations, too. */
import { countText } from '../words/format.ts';

/** `; also in 2 other locations`; '' for none. */
export function elsewhereText(others: number): string {
  return others === 0 ? '' : `; also in ${countText(others)} other location${others === 1 ? '' : 's'}`;
}
