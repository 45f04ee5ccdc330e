/**
 * Hatch patterns that distinguish states without colour, defined once for the document.
 */
import { s } from '../view/element.ts';

export function patterns(): SVGSVGElement {
  return s(
    'svg',
    { width: 0, height: 0, 'aria-hidden': 'true', class: 'patterns' },
    s(
      'defs',
      {},
      hatch('hatch-1', 'M0 6L6 0', 'hatch-line'),
      hatch('hatch-3', 'M0 3H6', 'hatch-line'),
      hatch('hatch-bad', 'M0 6L6 0M0 0L6 6', 'hatch-bad'),
      hatch('hatch-bad-1', 'M0 6L6 0', 'hatch-bad'),
      hatch('hatch-bad-2', 'M0 3H6', 'hatch-bad'),
      hatch('hatch-bad-3', 'M3 0V6', 'hatch-bad'),
      hatch('hatch-gone', 'M0 0L6 6', 'hatch-gone'),
    ),
  );
}

function hatch(id: string, d: string, style: string): SVGPatternElement {
  return s('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, s('path', { d, class: style }));
}
