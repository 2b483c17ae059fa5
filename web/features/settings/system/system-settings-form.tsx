import { useForm } from 'react-hook-form'
import { allows } from '#contract/roles.ts'
import { settingsApi, type SystemSettings } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyResolver } from '#web/shared/lazy-resolver.ts'
import { SettingsForm } from '../settings-form.tsx'
import { useSettingsForm } from '../use-settings-saving.ts'
import { useSaveSystem } from './api.ts'
import { RegionFields } from './region-fields.tsx'
import { StockFields } from './stock-fields.tsx'
import { SyncFields } from './sync-fields.tsx'
import type { SystemForm } from './system-fields.ts'

const { access } = settingsApi.saveSystem
const resolver = lazyResolver(async () => (await import('./check-system.ts')).systemResolver)

export function SystemSettingsForm({ saved }: { saved: SystemSettings }) {
  const { role } = useCurrentUser()
  const saveSystem = useSaveSystem()
  const form: SystemForm = useForm({
    resolver,
    defaultValues: saved,
    disabled: !allows(access, role),
  })
  const saving = useSettingsForm(form, {
    saved,
    save: async (output) => (await saveSystem.mutateAsync(output)).system,
  })

  return (
    <SettingsForm label="System settings" saving={saving} access={access} deniedAction="change system settings">
      <SyncFields form={form} saved={saved} />
      <StockFields form={form} saved={saved} />
      <RegionFields form={form} saved={saved} />
    </SettingsForm>
  )
}
