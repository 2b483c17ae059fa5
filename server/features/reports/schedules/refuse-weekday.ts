import { AppError } from '#contract/errors.ts'
import { weekdayProblem, type ScheduleInput } from '#contract/report-schedules.ts'

export function assertWeekday(schedule: Pick<ScheduleInput, 'frequency' | 'weekday'>): void {
  const message = weekdayProblem(schedule)
  if (message !== null) throw new AppError('invalid', `${message}.`, [{ field: 'weekday', message }])
}
