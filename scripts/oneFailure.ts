/** Setup of `scripts/trial.ts`: once a test has failed, the others of its file are skipped. */
import { beforeEach, type RunnerTask } from 'vitest';

function hasFailed(task: RunnerTask): boolean {
  return task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(hasFailed));
}

beforeEach(({ task, skip }) => {
  const isScenario = task.file.filepath.endsWith('scripts/judge.ts');
  if (!isScenario && hasFailed(task.file)) skip();
});
