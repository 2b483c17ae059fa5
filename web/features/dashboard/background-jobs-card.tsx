import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { QueryContent } from '#web/shared/loaded.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useBackgroundJobs } from './api.ts'
import { JobCountTiles } from './job-count-tiles.tsx'
import { JobItem } from './job-item.tsx'

export function BackgroundJobsCard() {
  const query = useBackgroundJobs()
  return (
    <Card id="background-jobs" tabIndex={-1} aria-labelledby="background-jobs-heading" className="scroll-mt-20">
      <CardHeader
        id="background-jobs-heading"
        title="Background Jobs"
        description="What Lockstep does for you by itself"
      />
      <QueryContent what="The background jobs" query={query} isInCard>
        {({ counts, jobs }) => (
          <>
            <JobCountTiles counts={counts} />
            {jobs.length > 0 ? (
              <ul aria-label="Latest jobs" className="divide-y border-t">
                {jobs.map((job) => (
                  <JobItem key={job.id} job={job} />
                ))}
              </ul>
            ) : (
              <div className="border-t">
                <EmptyState icon={<CircleCheckBig />}>
                  No active background jobs. System is running smoothly.
                </EmptyState>
              </div>
            )}
          </>
        )}
      </QueryContent>
    </Card>
  )
}
