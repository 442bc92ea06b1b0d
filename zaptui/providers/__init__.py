"""One file a wire: `to_wire` and a translator, both pure, and a little IO. SDKs load on use."""
