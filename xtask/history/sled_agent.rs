//! The functions between versions 39.0.0 and 48.0.0 of omicron's sled agent.

use dropshot::RequestContext;
use openapi_dropshot::{Rejection, StatusCode, convert};

use crate::api::{v41_0_0, v42_0_0, v43_0_0, v44_0_0, v45_0_0, v46_0_0};
use crate::api::{v42_0_0::types as v42, v45_0_0::types as v45, v46_0_0::types as v46};
use crate::api::{v43_0_0::types as v43, v44_0_0::types as v44, v48_0_0::types as v48};
use crate::{StandIn, State};

impl v41_0_0::Compatibility for StandIn {
    fn request_rack_network_config_ports(
        value: Vec<v46::PortConfig>,
    ) -> Result<Vec<v46::PortConfig>, Rejection> {
        match value.is_empty() {
            true => Err(Rejection::new(StatusCode::BAD_REQUEST, "a rack has an uplink")),
            false => Ok(value),
        }
    }
}

impl v42_0_0::Compatibility for StandIn {
    fn response_inventory_baseboard(value: v45::Inventory) -> v42::Baseboard {
        let v45::BaseboardId { part_number: model, serial_number: identifier } = value.baseboard_id;
        v42::Baseboard::Gimlet { identifier, model, revision: 0 }
    }
}

impl v43_0_0::Compatibility for StandIn {
    /// Disks had a write cache before a caller could say whether they have one.
    fn request_component(value: v43::Component) -> Result<v48::Component, Rejection> {
        let v43::Component::NvmeDisk { component } = value else {
            return convert(&value);
        };
        let v43::NvmeDisk { backend_id, pci_path, serial_number } = component;
        let component =
            v48::NvmeDisk { backend_id, has_write_cache: true, pci_path, serial_number };
        Ok(v48::Component::NvmeDisk { component })
    }
}

impl v44_0_0::Compatibility for StandIn {
    async fn uplink_ensure(
        _: &RequestContext<State>,
        _: v44::SwitchPorts,
    ) -> Result<v44::UplinkEnsureResponse, Rejection> {
        Err(Rejection::new(StatusCode::GONE, "the network of the rack has the uplinks"))
    }
}

impl v45_0_0::Compatibility for StandIn {
    /// Leaves out services in a state that callers don't know.
    fn response_svcs_enabled_not_online_result(
        mut value: v48::SvcsEnabledNotOnlineResult,
    ) -> v45::SvcsEnabledNotOnlineResult {
        let is_known = |one: &v48::SvcEnabledNotOnline| {
            !matches!(one.state, v48::SvcEnabledNotOnlineState::Unrecognized)
        };
        if let v48::SvcsEnabledNotOnlineResult::SvcsEnabledNotOnline { value } = &mut value {
            value.services.retain(is_known);
        }
        convert(&value).expect("each other state is one of version 45.0.0")
    }
}

impl v46_0_0::Compatibility for StandIn {
    fn request_router_peer_type(
        value: v46::RouterPeerType,
    ) -> Result<v48::RouterPeerType, Rejection> {
        Ok(match value {
            v46::RouterPeerType::Numbered { ip: target_addr } => {
                v48::RouterPeerType::Numbered { src_addr: None, target_addr }
            }
            v46::RouterPeerType::Unnumbered { router_lifetime } => {
                v48::RouterPeerType::Unnumbered { router_lifetime }
            }
        })
    }
}
