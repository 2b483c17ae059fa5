import { z } from 'zod'
import { reportTypes } from '#contract/report-words.ts'
import { rangeProblem } from '#contract/reports.ts'

export const FilterFields = z
  .object({
    type: z.enum(reportTypes),
    startDate: z.iso.date('Choose a start date'),
    endDate: z.iso.date('Choose an end date'),
  })
  .superRefine((range, refinement) => {
    const message = rangeProblem(range)
    if (message) refinement.addIssue({ code: 'custom', path: ['endDate'], message })
  })
