import { Suspense, useState } from 'react'
import { laterPart } from '#web/shared/later-part.tsx'
import { leaveWith } from '#web/lib/leaving.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { SettingsLoaded } from '../settings-loaded.tsx'
import { HistorySection } from './history-section.tsx'
import { NotificationsForm } from './notifications-form.tsx'
import { TemplatesSection } from './templates/templates-section.tsx'
import { TestSection } from './test-section.tsx'

/** The editor of a message brings shapes and previews, which the list is shown without. */
const TemplateView = laterPart(async () => (await import('./templates/template-view.tsx')).TemplateView)

/** Who is told what, or the words of one message. */
export function NotificationsTab() {
  const template = useUrlDetail('template')
  const [lastOpen, setLastOpen] = useState<string | null>(null)

  function close() {
    setLastOpen(template.id)
    template.close()
  }

  return (
    <SettingsLoaded>
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
              <TemplatesSection lastOpen={lastOpen} onOpen={(key) => leaveWith(() => template.open(key))} />
              <HistorySection />
            </div>
          </>
        )
      }
    </SettingsLoaded>
  )
}
