import { SettingsLoader } from '../settings-loaded.tsx'
import { SystemInfoSection } from './system-info-section.tsx'
import { SystemSettingsForm } from './system-settings-form.tsx'

export function SystemTab() {
  return (
    <SettingsLoader>
      {({ system }) => (
        <>
          <SystemSettingsForm saved={system} />
          <div className="border-t">
            <SystemInfoSection />
          </div>
        </>
      )}
    </SettingsLoader>
  )
}
