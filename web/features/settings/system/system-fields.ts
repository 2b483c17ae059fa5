import type { UseFormReturn } from 'react-hook-form'
import type { SystemSettings } from '#contract/settings.ts'

export type SystemForm = UseFormReturn<SystemSettings, unknown, SystemSettings>

/** What each group of fields is given. */
export type FieldGroupProps = { form: SystemForm; saved: SystemSettings }
