/**
 * The effect of each fault at its start and at its end.
 */

import type { Sim } from '../../handlers/note.ts';
import type { FaultUnderWay } from '../fault.ts';
import { beginDisable, endDisable } from './disable.ts';
import { cutNode, kill, mendNode } from './node.ts';
import { beginOutage, endOutage } from './outage.ts';
import type { Struck } from './reach.ts';
import { followService } from './slowness.ts';
import { crash, drain, hold, holdUnready, lose, release, wakePlaced } from './strike.ts';
import { jumpEphemeral, jumpVolumes } from './usage.ts';
import { zoneLost } from './zone.ts';

export function begin(sim: Sim, underWay: FaultUnderWay, struck: readonly Struck[]): void {
  const { fault } = underWay;
  switch (fault.name) {
    case 'replicaCrash':
      for (const one of struck) crash(sim, one, underWay.cause);
      return;
    case 'replicaKill':
      for (const one of struck) kill(sim, one, underWay);
      return;
    case 'drain':
      for (const one of struck) drain(sim, one, underWay.cause);
      return;
    case 'nodeLoss':
      for (const one of struck) cutNode(sim, one, underWay);
      return;
    case 'zoneLoss':
      for (const one of struck) lose(sim, one, { why: 'zone lost', reason: zoneLost, cause: underWay.cause });
      return;
    case 'stuckReadiness':
      if (fault.whom.kind === 'all') holdUnready(sim, underWay);
      else for (const one of struck) hold(sim, one, underWay);
      return;
    case 'usageJump':
      if (fault.of?.kind === 'volumeset') jumpVolumes(sim, underWay);
      else for (const one of struck) jumpEphemeral(sim, one, underWay);
      return;
    case 'locationOutage':
      beginOutage(sim, underWay);
      return;
    case 'disable':
      beginDisable(sim, underWay);
      return;
    case 'slowService':
    case 'failingService':
      followService(sim, underWay);
      return;
    // Other handlers look these up while they are active: a pull, a request.
    case 'pullFailure':
    case 'apiThrottle':
      return;
  }
}

/** @param cause journal number of the end */
export function end(sim: Sim, underWay: FaultUnderWay, cause: number): void {
  switch (underWay.fault.name) {
    case 'stuckReadiness':
      release(sim, underWay, cause);
      return;
    case 'nodeLoss':
      mendNode(sim, underWay, cause);
      return;
    case 'zoneLoss':
      wakePlaced(sim, underWay, cause);
      return;
    case 'locationOutage':
      endOutage(sim, underWay, cause);
      return;
    case 'disable':
      endDisable(sim, underWay, cause);
      return;
    case 'slowService':
    case 'failingService':
      followService(sim, underWay);
      return;
    case 'pullFailure':
    case 'apiThrottle':
    case 'replicaCrash':
    case 'replicaKill':
    case 'drain':
    case 'usageJump':
      return;
  }
}
