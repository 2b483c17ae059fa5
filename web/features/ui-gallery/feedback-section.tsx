import Inbox from 'lucide-react/icons/inbox'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { GallerySection } from './gallery-section.tsx'

const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const

export function FeedbackSection() {
  return (
    <GallerySection title="Feedback">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Avatar name="Ana Ruiz" />
      <div className="grid w-full gap-3">
        {tones.map((tone) => (
          <Alert key={tone} tone={tone} title={`Tone: ${tone}`} action={<Button size="small">Fix it</Button>}>
            It says what happened, what was kept and what to do next.
          </Alert>
        ))}
      </div>
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Progress label="Packing parcels" detail="120 of 400" share={0.3} />
        <Progress label="Counting parcels" share={0.6} isUncertain />
        <Spinner />
        <Skeleton className="h-6 w-40" />
        <EmptyState icon={<Inbox />} action={<Button variant="primary">Add the first</Button>}>
          Nothing here yet. What you add appears in this place.
        </EmptyState>
      </div>
    </GallerySection>
  )
}
