import { useState } from 'react'
import type { ReportChoice } from '../use-report-filter.ts'
import { endDateProblem, startDateProblem } from './date-problems.ts'

/** What is being chosen, until it or another one is applied. What is wrong with it shows once somebody wanted to apply it. */
export function useFilterDraft(applied: ReportChoice) {
  const fresh = { choice: applied, applied, isChecked: false }
  const [draft, setDraft] = useState(fresh)
  const isApplied = isSameChoice(draft.applied, applied)
  if (!isApplied) setDraft(fresh)
  const { choice, isChecked } = isApplied ? draft : fresh
  return {
    choice,
    problems: isChecked ? problemsOf(choice) : noProblems,
    change: (part: Partial<ReportChoice>) => setDraft({ choice: { ...choice, ...part }, applied, isChecked }),
    begin: (next: ReportChoice) => setDraft({ choice: next, applied, isChecked: false }),
    check() {
      setDraft({ choice, applied, isChecked: true })
      return problemsOf(choice)
    },
  }
}

const noProblems = { startDate: undefined, endDate: undefined }

const problemsOf = ({ startDate, endDate }: ReportChoice) => ({
  startDate: startDateProblem(startDate),
  endDate: endDateProblem(endDate, { startDate, endDate }),
})

export const isSameChoice = (one: ReportChoice, other: ReportChoice) =>
  one.type === other.type && one.startDate === other.startDate && one.endDate === other.endDate
