import { purgePersonalData } from './purge-personal-data.ts'

export const privacyJobs = {
  'privacy.purge': purgePersonalData,
}
