import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import type { CompanySettings } from '#contract/settings.ts'
import { leaveAfterConfirmation } from '#web/lib/leaving.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTemplates } from './api.ts'
import { TemplateEditor } from './template-editor.tsx'
import { templateKeyOf } from './template-key.ts'

type TemplateViewProps = {
  /** As the URL says it, which may be anything. */
  templateKey: string
  company: CompanySettings['company']
  onBack: () => void
}

export function TemplateView({ templateKey, company, onBack }: TemplateViewProps) {
  const { data, error, isFetching, refetch } = useTemplates()
  const back = useRef<HTMLButtonElement>(null)
  const template = data?.find((one) => templateKeyOf(one) === templateKey)

  useEffect(() => back.current?.focus(), [])

  return (
    <>
      <div className="px-4 pt-4 md:px-5">
        <Button
          ref={back}
          variant="quiet"
          size="small"
          className="-ml-2.5"
          onClick={() => leaveAfterConfirmation(onBack)}
        >
          <ArrowLeft aria-hidden />
          All notification settings
        </Button>
        {error && !data && (
          <LoadError what="The message" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
      {!data && !error && <Spinner />}
      {data && !template && <EmptyState>There is no such message.</EmptyState>}
      {template && <TemplateEditor template={template} company={company} />}
    </>
  )
}
