/*
 * place.h - what the path of a container's log tells of the container.
 *
 *     /var/log/pods/NAMESPACE_POD_UID/CONTAINER/0.log                kubelet
 *     /var/log/containers/POD_NAMESPACE_CONTAINER-ID.log             links to those
 *     namespaces/NAMESPACE/pods/POD/CONTAINER/CONTAINER/logs/…       oc adm inspect
 *     namespaces/NAMESPACE/pods/POD/logs/CONTAINER.log               RHOSO's must-gather
 *     /var/lib/docker/containers/ID/ID-json.log                      docker
 *     …/storage/overlay-containers/ID/userdata/ctr.log               podman
 *     /var/log/containers/stdouts/CONTAINER.log                      podman, by TripleO
 *
 * What lies before these folders does not matter: logs are copied. TripleO's
 * /var/log/containers/SERVICE/ is a folder of services and tells of no container.
 */
#ifndef LOGCLASS_PARSE_PLACE_H
#define LOGCLASS_PARSE_PLACE_H

#include "flow/record.h"

/* Fills *out, whose slices are of `path`; false: the path tells nothing, *out is empty. */
bool place_of_path(struct str path, struct sender *out);

/* Fills what s does not say; place may be NULL. */
void place_fill(const struct sender *place, struct sender *s);

#endif
