/** All the ways in which the stand-in can misbehave, for tests to walk. */
export const faultKinds = [
  'throttle',
  'error-500',
  'html-502',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-login',
  'refuse-number',
  'wrong-shape',
] as const
export type FaultKind = (typeof faultKinds)[number]
