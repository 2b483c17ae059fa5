import type { z } from 'zod'
import type { UseFormReturn } from 'react-hook-form'
import type { CompanySettings, NotificationSettings } from '#contract/settings.ts'

type NotificationValues = z.input<typeof NotificationSettings>
export type NotificationsFormState = UseFormReturn<NotificationValues, unknown, NotificationSettings>

/** What each group of fields is given. */
export type FieldGroupProps = { form: NotificationsFormState; settings: CompanySettings }

/** An input has no null. */
export const toFormValues = (saved: NotificationSettings): NotificationValues => ({
  ...saved,
  alertEmail: saved.alertEmail ?? '',
  alertPhone: saved.alertPhone ?? '',
})
