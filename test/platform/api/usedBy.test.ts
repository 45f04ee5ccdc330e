import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { nameOfLink } from '../../../src/platform/api/document/link.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { workloadsMounting } from '../../../src/platform/api/records/store.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { accept, acme, ask, shop, start, stateful } from './acme.ts';

describe('who is said to use something does not hang on who was changed last', () => {
  const path = `${shop}/volumeset/files`;
  const mounting = (name: string): JsonObject => {
    const { spec } = stateful(name, 'files');
    return { name, spec: { ...(spec as JsonObject), identityLink: '//identity/me' } };
  };

  function shared(): Control {
    const control = acme();
    accept(control, 'POST', `${shop}/volumeset`, {
      name: 'files',
      spec: { fileSystemType: 'shared', initialCapacity: 10 },
    });
    accept(control, 'POST', `${shop}/identity`, { name: 'me' });
    for (const name of ['b1', 'a1', 'c1']) {
      accept(control, 'POST', `${shop}/workload`, mounting(name));
    }
    return control;
  }

  function change(control: Control, name: string): void {
    accept(control, 'PATCH', `${shop}/workload/${name}`, { spec: { timeoutSeconds: 9 } });
  }

  it('a volume set, an identity: the first workload by name', () => {
    for (const changed of ['a1', 'b1', 'c1']) {
      const control = shared();
      change(control, changed);
      expect(workloadsMounting(control, path).map(nameOfLink)).toEqual(['a1', 'b1', 'c1']);
      expect(ask(control, 'DELETE', path).refusal?.message).toBe('files is in use by workload a1');
      expect(ask(control, 'DELETE', `${shop}/identity/me`).refusal?.message).toBe('me is in use by workload a1');
    }
  });

  it('and the model meets them in order of creation', () => {
    const control = shared();
    ask(control, 'POST', `${shop}/workload`, mounting('a0'), idleView, start + 1);
    for (const name of ['b1', 'a0', 'a1']) change(control, name);
    expect(control.mounts.get(path)?.map(nameOfLink)).toEqual(['a1', 'b1', 'c1', 'a0']);
  });
});
