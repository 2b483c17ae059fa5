import { useEffect, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { notificationAudiences, notificationTypeLabels } from '#contract/notification-values.ts'
import { notificationsApi, type TemplateRow } from '#contract/notifications.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { MethodBadge } from '#web/shared/notifications.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { SettingsSection } from '../../settings-section.tsx'
import { useTemplates } from './api.ts'
import { audienceTitles, CustomTextBadge, templateKeyOf, templateName } from './labels.tsx'

const audiences = notificationAudiences.toReversed()

type TemplatesListProps = {
  /** The template whose editor was just closed; its button gets the focus back. */
  lastOpen: string | null
  onOpen: (templateKey: string) => void
}

export function TemplatesList({ lastOpen, onOpen }: TemplatesListProps) {
  const { data, error, isFetching, refetch } = useTemplates()
  return (
    <SettingsSection title={t('Messages')} description={t('Edit any message; the defaults work as they are.')}>
      {error && !data && (
        <LoadError what={t('The messages')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner />}
      {data &&
        audiences.map((audience) => (
          <div key={audience} className="grid grid-cols-1 gap-2">
            <h3 className="font-semibold">{audienceTitles[audience]}</h3>
            <ul aria-label={audienceTitles[audience]} className="divide-y rounded-lg border">
              {data
                .filter((template) => template.audience === audience)
                .map((template) => (
                  <TemplateItem
                    key={templateKeyOf(template)}
                    template={template}
                    isReturnedTo={templateKeyOf(template) === lastOpen}
                    onOpen={() => onOpen(templateKeyOf(template))}
                  />
                ))}
            </ul>
          </div>
        ))}
    </SettingsSection>
  )
}

type TemplateItemProps = { template: TemplateRow; isReturnedTo: boolean; onOpen: () => void }

function TemplateItem({ template, isReturnedTo, onOpen }: TemplateItemProps) {
  const { role } = useCurrentUser()
  const button = useRef<HTMLButtonElement>(null)
  const { type, method, subject, body, isOwn } = template
  const name = templateName(template)
  const [verb, verbWithName] = allows(notificationsApi.saveTemplate.access, role)
    ? [t('Edit'), t('Edit {name}', { name })]
    : [t('View'), t('View {name}', { name })]

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
      <Button ref={button} size="small" aria-label={verbWithName} onClick={onOpen}>
        {verb}
      </Button>
    </li>
  )
}
