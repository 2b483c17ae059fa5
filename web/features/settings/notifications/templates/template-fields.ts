import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { TemplateInput, TemplateRow } from '#contract/notifications.ts'

export type TemplateForm = UseFormReturn<TemplateInput, unknown, z.output<typeof TemplateInput>>

/** An input has no null. */
export const toFormValues = ({ subject, body }: Pick<TemplateRow, 'subject' | 'body'>): TemplateInput => ({
  subject: subject ?? '',
  body,
})
