import { useMutation, useQueryClient } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import { t } from '#contract/i18n.ts'
import { type NotificationMethod, notificationMethodLabels } from '#contract/notification-values.ts'
import { testNotification } from '#contract/test-notification.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { toast } from '#web/ui/toast.ts'

export function useTestNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (method: NotificationMethod) => call(testNotification, { type: 'order_placed', method }),
    onSuccess: () => {
      toast({ title: t('Test Sent'), description: t('Test notification has been queued') })
      return queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Test Failed'),
        description: t('Failed to send test notification. {error}', { error: errorMessage(error) }),
      }),
  })
}

const icons: Record<NotificationMethod, typeof Mail> = { sms: MessageSquare, email: Mail }

export function MethodBadge({ method }: { method: NotificationMethod }) {
  const Icon = icons[method]
  return (
    <Badge tone="neutral" icon={<Icon aria-hidden />}>
      {notificationMethodLabels[method]}
    </Badge>
  )
}

/** Preview of an e-mail. Sandboxed: it can't run scripts, follow links or reach this page. */
export function MailFrame({ title, src }: { title: string; src: string }) {
  // The key mounts a new frame per address: navigating an existing one would add a history entry.
  return <iframe key={src} title={title} src={src} sandbox="" className="h-112 w-full rounded-lg border bg-raised" />
}

/** Preview of a text message. */
export function SmsBubble({ text }: { text: string }) {
  return (
    <div className="rounded-lg border bg-sunken p-4">
      <p className="w-fit max-w-80 rounded-xl rounded-bl-sm border bg-raised px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  )
}
