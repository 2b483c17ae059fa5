/** Where a process can be told to end, so that tests and the curious see what it leaves behind. */
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

/** Ends the process as `kill -9` would, if it was told to end here. */
export function passCrashPoint(point: CrashPoint): void {
  if (point === armed) process.kill(process.pid, 'SIGKILL')
}
