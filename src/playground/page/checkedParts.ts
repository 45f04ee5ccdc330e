/**
 * What the check of an exercise found.
 */
import { h } from '../../web/view/element.ts';
import type { CheckedView, ExerciseView } from '../protocol.ts';
import type { CourseContent } from './course.ts';
import { markedText } from './markedText.ts';

/** Each goal, what must not change, and the explanation once the exercise is done. */
export function checkedParts(checked: CheckedView, exercise: ExerciseView, course: CourseContent): Node[] {
  const { goals, forbidden, ignored, problems, changed, isDone } = checked;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const parts: (Node | null)[] = [
    errors.length === 0 ? null : h('p', { class: 'wrong' }, `The scenario has errors: ${errors[0]?.message ?? ''}.`),
    goals.length === 0
      ? null
      : h(
          'ul',
          { class: 'goals' },
          ...goals.map(({ pass, message }) =>
            h(
              'li',
              { class: pass ? 'is-good' : 'is-bad' },
              h('span', { 'aria-hidden': 'true' }, pass ? '✓ ' : '✗ '),
              h('span', { class: 'unseen' }, pass ? 'reached: ' : 'not reached: '),
              message,
            ),
          ),
        ),
    forbidden.length === 0
      ? null
      : h('p', { class: 'wrong' }, `Only ${exercise.edit.join(', ')} may change. Undo: ${forbidden.join(', ')}.`),
    ...ignored.map((sentence) => h('p', { class: 'wrong' }, `${sentence}.`)),
    isDone ? h('p', { class: 'right' }, h('b', {}, 'Done.'), parText(changed.length, exercise.par)) : null,
    isDone && exercise.say !== null ? markedText(exercise.say, course) : null,
  ];
  return parts.filter((one) => one !== null);
}

function parText(changes: number, par: number): string {
  const made = changes === 1 ? ' 1 change' : ` ${changes} changes`;
  return changes <= par ? `${made}, as few as it takes.` : `${made}; ${par === 1 ? '1 is' : `${par} are`} enough.`;
}
