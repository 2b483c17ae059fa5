import type { Faults as FaultsOf } from '../../faults.ts'

/** All the ways in which the stand-in can misbehave, for tests to walk. */
export const faultKinds = [
  'throttle',
  'transient',
  'error-500',
  'html-502',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-token',
  'no-permission',
  'wrong-shape',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Faults = FaultsOf<FaultKind>
