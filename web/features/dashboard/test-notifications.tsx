import MessageSquare from 'lucide-react/icons/message-square'
import { testNotification } from '#contract/test-notification.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useTestNotification } from '#web/shared/use-test-notification.ts'

export function TestNotifications() {
  const test = useTestNotification()
  return (
    <PermittedButton
      access={testNotification.access}
      task="send tests"
      isPending={test.isPending}
      onClick={() => test.mutate('sms')}
    >
      <MessageSquare aria-hidden />
      Test Notifications
    </PermittedButton>
  )
}
