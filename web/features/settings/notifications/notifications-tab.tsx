import { Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { leaveAfterConfirmation } from '#web/lib/leaving.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { SettingsLoader } from '../settings-loaded.tsx'
import { HistorySection } from './history-section.tsx'
import { NotificationsForm } from './notifications-form.tsx'
import { TemplatesList } from './templates/templates-section.tsx'
import { TestSection } from './test-section.tsx'

/** The editor of a message brings shapes and previews, which the list is shown without. */
const TemplateView = lazyPart(async () => (await import('./templates/template-view.tsx')).TemplateView)

/** Who is told what, or the words of one message. */
export function NotificationsTab() {
  const template = useUrlDetail('template')
  const [lastOpen, setLastOpen] = useState<string | null>(null)

  function close() {
    setLastOpen(template.id)
    template.close()
  }

  return (
    <SettingsLoader>
      {(settings) =>
        template.id ? (
          <Suspense fallback={<Spinner />}>
            <TemplateView key={template.id} templateKey={template.id} company={settings.company} onBack={close} />
          </Suspense>
        ) : (
          <>
            <NotificationsForm settings={settings} />
            <div className="border-t">
              <TestSection settings={settings} />
              <TemplatesList lastOpen={lastOpen} onOpen={(key) => leaveAfterConfirmation(() => template.open(key))} />
              <HistorySection />
            </div>
          </>
        )
      }
    </SettingsLoader>
  )
}
