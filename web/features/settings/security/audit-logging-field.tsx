import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { SecuritySettings } from '#contract/settings.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

type AuditLoggingFieldProps = { control: Control<SecuritySettings, unknown, SecuritySettings> }

/** Goes on at once, and off after a question. */
export function AuditLoggingField({ control }: AuditLoggingFieldProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { ref, value, onChange, onBlur, disabled = false } = useController({ control, name: 'auditLogging' }).field

  function switchOff() {
    onChange(false)
    setIsAsking(false)
  }

  return (
    <>
      <Switch
        ref={ref}
        label="Audit logging"
        hint="Records every change of products, stock, orders, channels, promotions and settings."
        checked={value}
        onCheckedChange={(next) => (next ? onChange(true) : setIsAsking(true))}
        onBlur={onBlur}
        disabled={disabled}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Switch audit logging off?"
        confirmLabel="Switch off"
        isDangerous
        onConfirm={switchOff}
      >
        <p>
          Once you save, changes of products, stock, orders, channels and promotions are no longer recorded, and nobody
          can tell later who made them.
        </p>
        <p>
          Always recorded: sign-ins, roles and accounts, use and change of keys, revealed secrets, exports, views of
          customers’ data, and this switch itself. What is in the log stays.
        </p>
      </ConfirmDialog>
    </>
  )
}
