import { notificationAudiences } from '#contract/notification-values.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SettingsSection } from '../../settings-section.tsx'
import { useTemplates } from './api.ts'
import { TemplateItem } from './template-item.tsx'
import { templateKeyOf } from './template-key.ts'
import { audienceTitles } from './template-words.ts'

const audiences = notificationAudiences.toReversed()

type TemplatesListProps = {
  /** The one that was just looked at, whose button gets the focus back. */
  lastOpen: string | null
  onOpen: (templateKey: string) => void
}

export function TemplatesList({ lastOpen, onOpen }: TemplatesListProps) {
  const { data, error, isFetching, refetch } = useTemplates()
  return (
    <SettingsSection
      title="Messages"
      description="The words of each message. They are good as they are, and yours to change."
    >
      {error && !data && (
        <LoadError what="The messages" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
