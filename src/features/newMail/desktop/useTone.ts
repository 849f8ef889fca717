/** A short tone for new mail, made by the browser itself. */
import { useEffect, useRef } from 'react'
import { useSetting } from '#src/store/settings/useSetting'
import { useAppSelector } from '#src/store/typed'
import { selectNotice } from '../newMailSlice'
import { useIsQuiet } from '../useIsQuiet'

/** Milliseconds in which no other tab sounds for the same mail. */
const turnMs = 3_000
const tone = { hertz: 880, seconds: 0.4, loudness: 0.12 }
let audio: AudioContext | null = null

/** Browsers let no page sound before the person has done something on it. */
function canSound(): boolean {
  return 'AudioContext' in window && navigator.userActivation?.hasBeenActive !== false
}

function sound(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const [from, source, volume] = [audio.currentTime, audio.createOscillator(), audio.createGain()]
  source.frequency.setValueAtTime(tone.hertz, from)
  volume.gain.setValueAtTime(tone.loudness, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + tone.seconds)
  source.connect(volume).connect(audio.destination)
  source.start(from)
  source.stop(from + tone.seconds)
}

/** All tabs of a browser hear of a mail: one of them sounds. */
async function soundOnce(): Promise<void> {
  if (!('locks' in navigator)) return sound()
  await navigator.locks.request('ep_tone', { ifAvailable: true }, async (turn) => {
    if (turn === null) return
    sound()
    await new Promise((resolve) => setTimeout(resolve, turnMs))
  })
}

export function useTone(): void {
  const isOn = useSetting('sound') === 'on'
  const isQuiet = useIsQuiet()
  const notice = useAppSelector(selectNotice)
  const told = useRef<number | null>(null)
  useEffect(() => {
    if (notice === null || notice.id === told.current) return
    told.current = notice.id
    if (isOn && canSound() && (notice.isAlways || !isQuiet())) void soundOnce()
  }, [notice, isOn, isQuiet])
}
