type Dates = readonly (Date | null)[]

/** Null when there are none. */
export const earliest = (dates: Dates) => pickDate(dates, Math.min)
export const latest = (dates: Dates) => pickDate(dates, Math.max)

function pickDate(dates: Dates, choose: (...times: number[]) => number): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  return times.length > 0 ? new Date(choose(...times)) : null
}
