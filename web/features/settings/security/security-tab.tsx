import DoorOpen from 'lucide-react/icons/door-open'
import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { auditApi, type ProviderVisit } from '#contract/audit.ts'
import { t } from '#contract/i18n.ts'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { longestRetentionDays, type SessionTimeout, sessionTimeouts } from '#contract/settings-values.ts'
import { type SecuritySettings, settingsApi } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LazyConfirmDialog } from '#web/shared/lazy-confirm-dialog.tsx'
import { lazyResolver } from '#web/shared/form-submission.ts'
import { SelectField } from '#web/shared/form-fields.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useSaveSecurity } from '../api.ts'
import { SettingsForm, useSettingsForm } from '../settings-form.tsx'
import { ListSection, SettingsLoader, SettingsSection } from '../settings-section.tsx'
import { useProviderVisits } from './api.ts'
import { AuditLog } from './audit/audit-log.tsx'
import { CustomerData } from './customers/customer-data.tsx'

export function SecurityTab() {
  const { role } = useCurrentUser()
  return (
    <>
      <SettingsLoader>{({ security }) => <SecurityForm security={security} />}</SettingsLoader>
      {allows(privacyApi.find.access, role) && <CustomerData />}
      {allows(auditApi.providerVisits.access, role) && <ProviderVisits />}
      {allows(auditApi.list.access, role) && <AuditLog />}
    </>
  )
}

const { access } = settingsApi.saveSecurity

const resolver = lazyResolver(async () => (await import('../form-resolvers.ts')).securityResolver)

const timeoutLabels: Record<SessionTimeout, string> = {
  '1h': t('1 hour'),
  '8h': t('8 hours'),
  '1d': t('1 day'),
  '7d': t('7 days'),
}

const timeoutOptions = sessionTimeouts.map((timeout) => ({ value: timeout, label: timeoutLabels[timeout] }))

function SecurityForm({ security }: { security: SecuritySettings }) {
  const { role } = useCurrentUser()
  const mayChange = allows(access, role)
  const saveSecurity = useSaveSecurity()
  const form = useForm({ resolver, defaultValues: security, disabled: !mayChange })
  const saving = useSettingsForm(form, {
    draft: 'security settings',
    saved: security,
    save: async (output) => (await saveSecurity.mutateAsync(output)).security,
  })

  return (
    <SettingsForm label={t('Security settings')} saving={saving} access={access} task={t('change security settings')}>
      {!mayChange && (
        <div className="p-4 md:p-5">
          <Alert tone="info">{t('Only Admin can change security settings. Ask an admin if you need a change.')}</Alert>
        </div>
      )}
      <SettingsSection title={t('Sessions')} description={t('For everyone in this company.')}>
        <div className="max-w-96">
          <SelectField
            control={form.control}
            name="sessionTimeout"
            label={t('Session timeout')}
            hint={t(
              'Sign out after inactivity. Admin and Operations are always signed out 12 hours after signing in, Read Only after 7 days.',
            )}
            options={timeoutOptions}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Audit')} description={t('Who did what and when, with the values before and after.')}>
        <AuditLoggingField control={form.control} />
      </SettingsSection>
      <SettingsSection
        title={t('Personal data')}
        description={t('Customers’ names, addresses, email addresses and phone numbers.')}
      >
        <Field
          label={t('Days to keep after delivery')}
          hint={t(
            'The data is then erased everywhere; orders keep products and amounts. Amazon allows up to {longestRetentionDays} days.',
            { longestRetentionDays },
          )}
          error={form.formState.errors.retentionDays?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('retentionDays', { valueAsNumber: true })}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          )}
        </Field>
      </SettingsSection>
    </SettingsForm>
  )
}

type AuditLoggingFieldProps = { control: Control<SecuritySettings, unknown, SecuritySettings> }

/** Switches on at once; switching off needs a confirmation. */
function AuditLoggingField({ control }: AuditLoggingFieldProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { ref, value, onChange, onBlur, disabled = false } = useController({ control, name: 'auditLogging' }).field

  function switchOff() {
    onChange(false)
    setIsConfirming(false)
  }

  return (
    <>
      <Switch
        ref={ref}
        label={t('Audit logging')}
        hint={t('Records every change to products, stock, orders, channels, promotions and settings.')}
        checked={value}
        onCheckedChange={(next) => (next ? onChange(true) : setIsConfirming(true))}
        onBlur={onBlur}
        disabled={disabled}
      />
      <LazyConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('Turn off audit logging?')}
        confirmLabel={t('Turn off')}
        isDangerous
        onConfirm={switchOff}
      >
        <p>
          {t(
            'Once you save, changes to products, stock, orders and promotions won’t be recorded, and there’ll be no way to tell who made them.',
          )}
        </p>
        <p>
          {t(
            'Always recorded: sign-ins, denied access, roles and accounts, key use and changes, revealed secrets, connected channels and Amazon accounts, report schedules, settings, and exports and views of customer data. Existing entries are kept.',
          )}
        </p>
      </LazyConfirmDialog>
    </>
  )
}

/** When provider staff worked in the company. */
function ProviderVisits() {
  const visits = useProviderVisits()
  return (
    <ListSection
      title={t('Provider access')}
      description={t(
        'When your provider’s staff accessed your company, newest first. Their changes are in the audit log.',
      )}
    >
      <div className="border-t">
        <PagedList
          what={t('Provider access')}
          query={visits}
          empty={
            <EmptyState icon={<DoorOpen />}>{t('No one from your provider has accessed your company.')}</EmptyState>
          }
        >
          {(rows) => (
            <Table caption={t('Provider access')} columns={visitColumns} rows={rows} rowKey={({ id }) => id} />
          )}
        </PagedList>
      </div>
    </ListSection>
  )
}

const visitColumns: readonly TableColumn<ProviderVisit>[] = [
  { header: t('Name'), cell: ({ name }) => name },
  { header: t('When'), cell: ({ at }) => <RelativeTime moment={at} /> },
  { header: t('IP address'), cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
]
