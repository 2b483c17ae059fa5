import { useEffect, useRef } from 'react'
import { notificationTypeLabels } from '#contract/notification-values.ts'
import { notificationsApi, type TemplateRow } from '#contract/notifications.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { MethodBadge } from '#web/shared/method-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CustomTextBadge } from './own-words-badge.tsx'
import { templateName } from './template-words.ts'

type TemplateItemProps = { template: TemplateRow; isReturnedTo: boolean; onOpen: () => void }

export function TemplateItem({ template, isReturnedTo, onOpen }: TemplateItemProps) {
  const { role } = useCurrentUser()
  const button = useRef<HTMLButtonElement>(null)
  const { type, method, subject, body, isOwn } = template
  const verb = allows(notificationsApi.saveTemplate.access, role) ? 'Edit' : 'View'

  useEffect(() => {
    if (isReturnedTo) button.current?.focus()
  }, [isReturnedTo])

  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{notificationTypeLabels[type]}</span>
          <MethodBadge method={method} />
          <CustomTextBadge isOwn={isOwn} />
        </p>
        <p className="truncate text-sm text-muted">{subject ?? body}</p>
      </div>
      <Button ref={button} size="small" aria-label={`${verb} ${templateName(template)}`} onClick={onOpen}>
        {verb}
      </Button>
    </li>
  )
}
