import { useState } from 'react'
import { leaveWith } from '#web/lib/leaving.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { SettingsLoaded } from '../settings-loaded.tsx'
import { HistorySection } from './history-section.tsx'
import { NotificationsForm } from './notifications-form.tsx'
import { TemplateView } from './templates/template-view.tsx'
import { TemplatesSection } from './templates/templates-section.tsx'
import { TestSection } from './test-section.tsx'

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
          <TemplateView key={template.id} templateKey={template.id} company={settings.company} onBack={close} />
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
