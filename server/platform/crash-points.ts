/** Places where CRASH_AT kills the process, to test what a crash leaves behind. */
export const crashPoints = [
  'orders.send.marked',
  'orders.send.submitted',
  'orders.send.cancel-asked',
  'notifications.send.marked',
  'notifications.send.handed-over',
] as const
export type CrashPoint = (typeof crashPoints)[number]

let armed: CrashPoint | undefined

export function armCrash(point: CrashPoint | undefined): void {
  armed = point
}

/** Kills the process (SIGKILL) when this point is armed. */
export function passCrashPoint(point: CrashPoint): void {
  if (point === armed) process.kill(process.pid, 'SIGKILL')
}
