import { isCloudEvent } from './cloudevents.ts';
import type { Verifier } from './verifier.ts';

export const cloudeventsBinaryVerifier: Verifier = {
  profile: 'cloudevents-binary',
  library: 'cloudevents',
  verify: isCloudEvent,
};
