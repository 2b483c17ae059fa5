import DoorOpen from 'lucide-react/icons/door-open'
import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { auditApi, type ProviderVisit } from '#contract/audit.ts'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { longestRetentionDays, type SessionTimeout, sessionTimeouts } from '#contract/settings-values.ts'
import { type SecuritySettings, settingsApi } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyResolver } from '#web/shared/form-submission.ts'
import { SelectField } from '#web/shared/form-fields.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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

const timeoutLabels: Record<SessionTimeout, string> = { '1h': '1 hour', '8h': '8 hours', '1d': '1 day', '7d': '7 days' }

const timeoutOptions = sessionTimeouts.map((timeout) => ({ value: timeout, label: timeoutLabels[timeout] }))

function SecurityForm({ security }: { security: SecuritySettings }) {
  const { role } = useCurrentUser()
  const mayChange = allows(access, role)
  const saveSecurity = useSaveSecurity()
  const form = useForm({ resolver, defaultValues: security, disabled: !mayChange })
  const saving = useSettingsForm(form, {
    saved: security,
    save: async (output) => (await saveSecurity.mutateAsync(output)).security,
  })

  return (
    <SettingsForm label="Security settings" saving={saving} access={access} task="change security settings">
      {!mayChange && (
        <div className="p-4 md:p-5">
          <Alert tone="info">
            Only Admin can change security settings. Ask an admin of your company if you need a change.
          </Alert>
        </div>
      )}
      <SettingsSection title="Sessions" description="For everybody who works in this company.">
        <div className="max-w-96">
          <SelectField
            control={form.control}
            name="sessionTimeout"
            label="Session timeout"
            hint="People who do nothing for this long have to sign in again. Admins and Operations are signed out 12 hours after signing in at the latest, Read Only after 7 days."
            options={timeoutOptions}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Audit" description="Who did what and when, with the values before and after.">
        <AuditLoggingField control={form.control} />
      </SettingsSection>
      <SettingsSection
        title="Personal data"
        description="Customers’ names, addresses, email addresses and phone numbers."
      >
        <Field
          label="Days to keep after delivery"
          hint={`Then they are erased everywhere; orders keep their products and amounts. Amazon allows at most ${longestRetentionDays} days.`}
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
        label="Audit logging"
        hint="Records every change of products, stock, orders, channels, promotions and settings."
        checked={value}
        onCheckedChange={(next) => (next ? onChange(true) : setIsConfirming(true))}
        onBlur={onBlur}
        disabled={disabled}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Switch audit logging off?"
        confirmLabel="Switch off"
        isDangerous
        onConfirm={switchOff}
      >
        <p>
          Once you save, changes of products, stock, orders and promotions are no longer recorded, and nobody can tell
          later who made them.
        </p>
        <p>
          Always recorded: sign-ins, refused access, roles and accounts, use and change of keys, revealed secrets,
          connected channels and Amazon accounts, report schedules, settings, exports and views of customers’ data. What
          is in the log stays.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** When provider staff worked in the company. */
function ProviderVisits() {
  const visits = useProviderVisits()
  return (
    <ListSection
      title="Provider access"
      description="When your provider’s staff opened your company, newest first. What they changed is in the audit log."
    >
      <div className="border-t">
        <PagedList
          what="The provider’s visits"
          query={visits}
          empty={<EmptyState icon={<DoorOpen />}>Nobody from the provider has opened your company.</EmptyState>}
        >
          {(rows) => <Table caption="Provider access" columns={visitColumns} rows={rows} rowKey={({ id }) => id} />}
        </PagedList>
      </div>
    </ListSection>
  )
}

const visitColumns: readonly TableColumn<ProviderVisit>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'When', cell: ({ at }) => <RelativeTime moment={at} /> },
  { header: 'IP address', cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
]
