import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { locale, t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { syncFrequencies, type SyncFrequency } from '#contract/settings-values.ts'
import { settingsApi, type SystemInfo, type SystemSettings } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { ChoiceField, SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { lazyResolver } from '#web/shared/form-submission.ts'
import { useNow } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useSaveSystem, useSystemInfo } from '../api.ts'
import { SettingsForm, useSettingsForm } from '../settings-form.tsx'
import { ObserveSection } from './observe-section.tsx'
import { SettingsLoader, SettingsSection } from '../settings-section.tsx'

export function SystemTab() {
  return (
    <SettingsLoader>
      {({ system }) => (
        <>
          <SystemSettingsForm saved={system} />
          <div className="border-t">
            <ObserveSection />
            <SystemInfoSection />
          </div>
        </>
      )}
    </SettingsLoader>
  )
}

const { access } = settingsApi.saveSystem

const resolver = lazyResolver(async () => (await import('../form-resolvers.ts')).systemResolver)

function SystemSettingsForm({ saved }: { saved: SystemSettings }) {
  const { role } = useCurrentUser()
  const saveSystem = useSaveSystem()
  const form: SystemForm = useForm({
    resolver,
    defaultValues: saved,
    disabled: !allows(access, role),
  })
  const saving = useSettingsForm(form, {
    draft: 'system settings',
    saved,
    save: async (output) => (await saveSystem.mutateAsync(output)).system,
  })

  return (
    <SettingsForm label={t('System settings')} saving={saving} access={access} task={t('change system settings')}>
      <SyncFields form={form} saved={saved} />
      <StockFields form={form} saved={saved} />
      <RegionFields form={form} saved={saved} />
    </SettingsForm>
  )
}

type SystemForm = UseFormReturn<SystemSettings, unknown, SystemSettings>

type FieldGroupProps = { form: SystemForm; saved: SystemSettings }

const frequencyLabels: Record<SyncFrequency, string> = {
  '15min': t('Every 15 minutes'),
  '30min': t('Every 30 minutes'),
  '1h': t('Every hour'),
  '4h': t('Every 4 hours'),
}

const frequencyOptions = syncFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))

function SyncFields({ form: { control } }: FieldGroupProps) {
  const isAutomatic = useWatch({ control, name: 'automaticSync' })
  return (
    <SettingsSection title={t('Sync')} description={t('How often Lockstep syncs with Amazon.')}>
      <SwitchField
        control={control}
        name="automaticSync"
        label={t('Automatic sync')}
        hint={
          isAutomatic
            ? t('Stock and catalog sync automatically.')
            : t('Stock and catalog sync only when someone presses a sync button.')
        }
      />
      <div className="sm:max-w-64">
        <SelectField control={control} name="syncFrequency" label={t('Sync frequency')} options={frequencyOptions} />
      </div>
    </SettingsSection>
  )
}

function StockFields({ form }: FieldGroupProps) {
  return (
    <SettingsSection title={t('Stock')} description={t('Defaults for every SKU.')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <UnitsField
          form={form}
          name="lowStockThreshold"
          label={t('Default low stock threshold')}
          hint={t('At this many units or fewer, a SKU is low on stock.')}
        />
        <UnitsField
          form={form}
          name="safetyBuffer"
          label={t('Safety buffer')}
          hint={t(
            'Units of each SKU held back from all channels. If the SKU or channel has its own buffer, the largest applies.',
          )}
        />
      </div>
    </SettingsSection>
  )
}

type UnitsFieldProps = { form: SystemForm; name: 'lowStockThreshold' | 'safetyBuffer'; label: string; hint: string }

function UnitsField({ form, name, label, hint }: UnitsFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { valueAsNumber: true })}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          // Scrolling the page over a focused number input would change its value.
          onWheel={(event) => event.currentTarget.blur()}
          className="max-w-40"
        />
      )}
    </Field>
  )
}

function RegionFields({ form: { control }, saved }: FieldGroupProps) {
  const now = useNow()
  const [timeZone, currency] = useWatch({ control, name: ['timeZone', 'currency'] })
  return (
    <SettingsSection title={t('Time and money')} description={t('How times and amounts are shown.')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          control={control}
          name="timeZone"
          label={t('Time zone')}
          hint={t('Local time: {now}', { now: timeInZone(now, timeZone) })}
        >
          {(chosen) => <Combobox {...chosen} options={timeZoneOptions(saved.timeZone)} />}
        </ChoiceField>
        <ChoiceField control={control} name="currency" label={t('Currency')}>
          {(chosen) => <Combobox {...chosen} options={currencyOptions(saved.currency)} />}
        </ChoiceField>
      </div>
      {currency !== saved.currency && (
        <Alert tone="warning" title={t('Amounts are not converted')}>
          {t(
            'Prices and promotions keep their numbers: 20.00 {before} becomes 20.00 {currency}. Existing orders keep their currency.',
            { currency, before: saved.currency },
          )}
        </Alert>
      )}
    </SettingsSection>
  )
}

const currencyNames = new Intl.DisplayNames(locale(), { type: 'currency' })

/** The browser lists canonical names only, so the saved name is added. */
function timeZoneOptions(inUse: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), inUse])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

function currencyOptions(inUse: string) {
  const codes = new Set([...Intl.supportedValuesOf('currency'), inUse])
  return [...codes].map((code) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` }))
}

/** "Mon, 2:05 PM" */
function timeInZone(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone }).format(
    now,
  )
}

function SystemInfoSection() {
  const { data, error, isFetching, refetch } = useSystemInfo()
  return (
    <SettingsSection title={t('System info')} description={t('What Lockstep runs on.')}>
      {error && !data && (
        <LoadError what={t('The system info')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner />}
      {data && <SystemFacts info={data} />}
    </SettingsSection>
  )
}

function SystemFacts({ info: { version, environment, database, cache } }: { info: SystemInfo }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      <Fact label={t('Version')}>v{version}</Fact>
      <Fact label={t('Environment')}>{environment}</Fact>
      <Fact label={t('Database')}>{database}</Fact>
      <Fact label={t('Cache')}>{cache}</Fact>
    </dl>
  )
}
