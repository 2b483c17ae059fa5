import type { Job } from '../processing/job.ts'

/** A table that Amazon draws up. */
export type Report = Job & { dataStartTime: string | null; dataEndTime: string | null; documentId: string | null }

export type ReportRecords = Record<string, Report>
