import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { allows } from '#contract/roles.ts'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyResolver } from '#web/shared/lazy-resolver.ts'
import { SettingsForm } from '../settings-form.tsx'
import { useSettingsForm } from '../use-settings-saving.ts'
import { useSaveNotifications } from './api.ts'
import { CustomerFields } from './customer-fields.tsx'
import { toFormValues, type NotificationsFormState } from './notification-fields.ts'
import { OwnerFields } from './owner-fields.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

const { access } = settingsApi.saveNotifications
const resolver = lazyResolver(async () => (await import('./check-notifications.ts')).notificationsResolver)

export function NotificationsForm({ settings }: { settings: CompanySettings }) {
  const { role } = useCurrentUser()
  const saved = useMemo(() => toFormValues(settings.notifications), [settings.notifications])
  const saveNotifications = useSaveNotifications()
  const form: NotificationsFormState = useForm({
    resolver,
    defaultValues: saved,
    disabled: !allows(access, role),
  })
  const saving = useSettingsForm(form, {
    saved,
    save: async (output) => toFormValues((await saveNotifications.mutateAsync(output)).notifications),
  })

  return (
    <SettingsForm label="Notification settings" saving={saving} access={access} deniedAction="change notifications">
      <OwnerFields form={form} settings={settings} />
      <CustomerFields form={form} settings={settings} />
      <QuietHoursFields form={form} settings={settings} />
    </SettingsForm>
  )
}
