import { type NotificationMethod } from '#contract/notification-values.ts'
import { Alert } from '#web/ui/alert.tsx'

const missingServices: Record<NotificationMethod, { title: string; what: string }> = {
  sms: { title: 'The SMS service is not configured', what: 'No text can be sent' },
  email: { title: 'The email provider is not configured', what: 'No mail can be sent' },
}

export function ServiceNotConfigured({ method }: { method: NotificationMethod }) {
  const { title, what } = missingServices[method]
  return (
    <Alert tone="warning" title={title}>
      {what} until whoever runs Lockstep for you sets it up. What could not be sent stands in the history and can be
      sent again from there.
    </Alert>
  )
}
