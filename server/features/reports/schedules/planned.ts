import { nextRunAfter, type Times } from './next-run.ts'

/** When it goes out next, as it is written down: never while it is paused. What was missed meanwhile is not caught up. */
export const nextRunFields = (schedule: Times & { isActive: boolean }, zone: string, now: Date) =>
  schedule.isActive
    ? { nextRunAt: nextRunAfter(schedule, zone, now), nextRunZone: zone }
    : { nextRunAt: null, nextRunZone: null }
