import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/node/commands/debug/command.ts';

describe('a command of svcsim debug', () => {
  it.each([
    ['step', { name: 'step', count: 1 }],
    ['s 12', { name: 'step', count: 12 }],
    ['back 3', { name: 'back', count: 3 }],
    ['journal', { name: 'journal', count: 10 }],
    ['until +3h', { name: 'until', text: '+3h', where: null }],
    ['u shop/web/7 gone', { name: 'until', text: 'shop/web/7 gone', where: null }],
    ['until gone where x > 1', { name: 'until', text: 'gone', where: 'x > 1' }],
    ["why-not 'shop/web <= 4'", { name: 'why-not', text: 'shop/web <= 4', at: null }],
    ["why-not 'shop/web <= 4' --at +2h", { name: 'why-not', text: 'shop/web <= 4', at: '+2h' }],
    ['why', { name: 'why', of: null, at: null }],
    ["break on 'shop/web gone' where why == 'older'", { name: 'break', on: 'shop/web gone', where: "why == 'older'" }],
    ['break on expansion.refused', { name: 'break', on: 'expansion.refused', where: null }],
    ['clear', { name: 'clear', number: null }],
    ['clear 2', { name: 'clear', number: 2 }],
    ['state', { name: 'state', of: null }],
    ['diff shop/web', { name: 'diff', of: 'shop/web' }],
    ["why 'shop/web = 4' --at +2h", { name: 'why', of: 'shop/web = 4', at: '+2h' }],
    ['why #12', { name: 'why', of: '#12', at: null }],
    ['set a.b=c d', { name: 'set', text: 'a.b=c d' }],
    ['q', { name: 'quit' }],
  ])('%s', (line, command) => {
    expect(commandOf(line)).toEqual(command);
  });

  it.each([
    ['stpe', "there is no command 'stpe'; did you mean 'step'?"],
    ['xyzzy', "there is no command 'xyzzy'; 'help' lists them"],
    ['step 0', "'step' takes a whole number from 1 on; found '0'"],
    ['back some', "'back' takes a whole number from 1 on; found 'some'"],
    ['until', "'until' needs more: until +3h, or until expansion.refused"],
    ['break expansion.refused', "'break' needs more: break on expansion.refused where usedGB > 50"],
    ['clear x', "'clear' takes the number of a breakpoint; found 'x'"],
    ['why --at +2h', "'why --at' needs more: why 812, or why 'shop/web/7 gone'"],
    ['why-not --at +2h', "'why-not' needs more: why-not 'shop/api <= 7'"],
  ])('%s is refused with what to write', (line, message) => {
    expect(commandOf(line)).toBe(message);
  });
});
